/** `died`: a signal or limit ended the program. `ended`: this process did. */
export class ProgramFailed extends Error {
  readonly reason: 'refused' | 'died' | 'too_slow' | 'ended' | 'storage_full'

  constructor(reason: ProgramFailed['reason'], detail: string) {
    super(detail)
    this.name = 'ProgramFailed'
    this.reason = reason
  }
}

/** A problem with the file itself, as a sentence for the uploader. Retrying cannot help. */
export class UnfitFile extends Error {
  constructor(sentence: string, detail?: unknown) {
    super(sentence, detail === undefined ? {} : { cause: detail })
    this.name = 'UnfitFile'
  }
}

/** An ffmpeg that is stopped at startup reports the same error, so it counts only when it repeats. */
export class PossiblyUnfitFile extends UnfitFile {}
