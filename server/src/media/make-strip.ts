import { stripColumns, stripOf } from '@touchline/contract/film-strip.ts'
import { displayFilters } from './make-plain-file.ts'
import type { MediaPrograms } from './media-programs.ts'
import { inputArgs } from './probed-file.ts'
import type { RenditionWork } from './make-rendition.ts'
import { splitArguments } from './split-arguments.ts'

const side = 90

/** Writes `strip`, a JPEG of small pictures from all over a film. */
export async function makeStrip(
  programs: Pick<MediaPrograms, 'run'>,
  { folder, mimeType, signal, ...work }: Omit<RenditionWork, 'key'>,
  durationMs: number,
): Promise<void> {
  const { seconds, rows } = stripOf(durationMs)
  const isSparse = (work.probed.video?.keyframeSeconds ?? Infinity) > seconds
  const filters = `${displayFilters(side, work, [`fps=1/${seconds}`])},tile=${stripColumns}x${rows}`
  const args = [
    ...splitArguments(`-nostdin -v error -y${isSparse ? '' : ' -skip_frame nokey'}`),
    ...inputArgs(mimeType),
    ...splitArguments('-i source -map 0:V:0 -vf'),
    filters,
    ...splitArguments('-frames:v 1 -map_metadata -1 -c:v mjpeg -q:v 5 -pix_fmt yuvj420p -f image2 strip'),
  ]
  await programs.run('ffmpeg', args, { folder, signal })
}
