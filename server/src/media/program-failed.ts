/**
 * Why a program that worked on a file came to no end: it `refused` the file, `died` of a signal it was sent by others or
 * by its bounds, was `too_slow`, was `ended` by us, or there was no room (`storage_full`).
 */
export class ProgramFailed extends Error {
  readonly reason: 'refused' | 'died' | 'too_slow' | 'ended' | 'storage_full'

  constructor(reason: ProgramFailed['reason'], detail: string) {
    super(detail)
    this.name = 'ProgramFailed'
    this.reason = reason
  }
}

/** What is wrong with a file, in a sentence for the person who uploaded it. Trying again changes nothing. */
export class UnfitFile extends Error {
  constructor(sentence: string, detail?: unknown) {
    super(sentence, detail === undefined ? {} : { cause: detail })
    this.name = 'UnfitFile'
  }
}
