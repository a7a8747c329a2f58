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

/**
 * A file that ffmpeg refused while it converted it. One that is told to end while it still begins, as before a machine
 * goes down, says the same: it is believed when it is said again.
 */
export class PossiblyUnfitFile extends UnfitFile {}
