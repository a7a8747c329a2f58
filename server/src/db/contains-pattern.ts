/** The LIKE pattern of every text that contains `search`, in which `%`, `_` and `\` stand for themselves. */
export const containsPattern = (search: string) => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
