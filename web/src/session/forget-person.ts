import { forgetComments } from './kept-texts.ts'
import { forgetAllUploads } from './kept-uploads.ts'

/** For somebody who leaves this browser, which somebody else may use next: their files and texts do not stay behind. */
export async function forgetPerson(): Promise<void> {
  forgetComments()
  await forgetAllUploads()
}
