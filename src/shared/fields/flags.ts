/** Values of a query parameter that is true or false. */
export const FLAGS = ['true', 'false'] as const;
