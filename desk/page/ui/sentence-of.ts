/** Returns a message of the service as a sentence. A message may begin with the name of a field. */
export const sentenceOf = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);
