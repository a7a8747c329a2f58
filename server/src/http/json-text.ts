/** A reply that is JSON text already, of a value that its schema has parsed. */
export class JsonText<Value> {
  readonly text: string
  declare protected readonly value: Value

  constructor(text: string) {
    this.text = text
  }
}
