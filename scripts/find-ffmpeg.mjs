import { installDebianPackage } from './install-debian-package.mjs'
import { programOnPath } from './project.mjs'
import { say } from './say.mjs'

const hasFfmpeg = () => Boolean(programOnPath('ffmpeg') && programOnPath('ffprobe'))

/** Installs ffmpeg for the video tests where possible, and says so when they will be skipped. */
export async function findOrFetchFfmpeg() {
  if (hasFfmpeg()) return
  await installDebianPackage('ffmpeg', 'Installing ffmpeg for the tests about videos')
  if (!hasFfmpeg())
    say('There is no ffmpeg, and none could be installed: the tests that make videos are skipped.')
}
