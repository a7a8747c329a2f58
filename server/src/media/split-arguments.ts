/** The words of a command line in which nothing is quoted. */
export const words = (line: string): string[] => line.split(' ')
