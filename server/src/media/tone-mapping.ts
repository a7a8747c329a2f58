import type { ProbedFile } from './probed-file.ts'

/**
 * Turns colours beyond what every screen shows (PQ and HLG, BT.2020) into those of BT.709. The white of a page lies at
 * 203 nits in both; what is brighter is pressed together above it, instead of making all the rest pale.
 */
const toneMapped =
  'zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=mobius:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p'

/** Cameras that write down the transfer alone mean BT.2020 by it; without the others no way to BT.709 is known. */
function asMeant({ primaries, matrix }: NonNullable<ProbedFile['video']>): string {
  const unsaid = [
    ...(primaries ? [] : ['color_primaries=bt2020']),
    ...(matrix ? [] : ['colorspace=bt2020nc']),
  ]
  return unsaid.length > 0 ? `setparams=${unsaid.join(':')},` : ''
}

/** These filters, followed by what a video needs to look on every screen as it was meant to. */
export const withToneMapping = (
  filters: string,
  { probed, canToneMap }: { probed: ProbedFile; canToneMap: boolean },
) => (probed.video?.isHdr && canToneMap ? `${filters},${asMeant(probed.video)}${toneMapped}` : filters)
