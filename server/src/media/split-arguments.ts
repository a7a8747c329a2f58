/** The words of a command line in which nothing is quoted. */
export const splitArguments = (line: string): string[] => line.split(' ')
