/** One sentence per thing that is wrong with the configuration. */
export class ConfigProblem extends Error {
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigProblem'
  }
}
