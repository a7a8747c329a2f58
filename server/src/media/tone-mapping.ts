import type { ProbedFile } from './probed-file.ts'

/**
 * Maps HDR (PQ and HLG, BT.2020) to BT.709. Reference white is 203 nits in both; only brighter values are compressed,
 * so that the rest does not look pale.
 */
const toneMapped =
  'zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=mobius:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p'

/** Some cameras name only the transfer function and mean BT.2020; zscale needs the other values. */
function assumeBt2020({ primaries, matrix }: NonNullable<ProbedFile['video']>): string {
  const missing = [
    ...(primaries ? [] : ['color_primaries=bt2020']),
    ...(matrix ? [] : ['colorspace=bt2020nc']),
  ]
  return missing.length > 0 ? `setparams=${missing.join(':')},` : ''
}

/** Appends tone mapping to the filters of an HDR video. */
export const withToneMapping = (
  filters: string,
  { probed, canToneMap }: { probed: ProbedFile; canToneMap: boolean },
) => (probed.video?.isHdr && canToneMap ? `${filters},${assumeBt2020(probed.video)}${toneMapped}` : filters)
