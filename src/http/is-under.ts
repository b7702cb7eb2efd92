/** Whether a path is that of a base, or lies below it: `/docs` and `/docs/a`, not `/docs-json`. */
export const isUnder = (path: string, base: string): boolean => path === base || path.startsWith(`${base}/`);
