/** A stored file is not as long as it was: the disk or whoever looks after it has lost a part. */
export class ShortFile extends Error {
  constructor(name: string) {
    super(`${name} is not as long as it was stored`)
    this.name = 'ShortFile'
  }
}
