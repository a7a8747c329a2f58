/** One or more problems with the configuration, one sentence each. */
export class ConfigProblem extends Error {
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigProblem'
  }
}
