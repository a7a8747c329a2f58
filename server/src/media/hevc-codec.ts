const profileSpaces = ['', 'A', 'B', 'C']

const hex = (value: number) => value.toString(16).toUpperCase()

/**
 * Reads the codec string of an HEVC track, such as `hvc1.1.6.L93.90`, from the header of an MP4. Throws without one.
 */
export function codecOfHevc(header: Buffer): string {
  const at = header.indexOf('hvcC')
  if (at < 0) throw new Error('this header has no HEVC track')
  // ISO/IEC 14496-15: a version, the profile, its compatibility flags, constraints, and the level.
  const record = header.subarray(at + 4)
  const profile = record.readUInt8(1)
  const flags = record.readUInt32BE(2)
  // In reverse order of bits.
  const compatibility = Array.from({ length: 32 }, (_, bit) => (flags >>> bit) & 1).reduce(
    (sum, bit) => 2 * sum + bit,
    0,
  )
  const constraints = [...record.subarray(6, 12)]
  const used = constraints.slice(0, constraints.findLastIndex((byte) => byte !== 0) + 1)
  const tier = profile & 0x20 ? 'H' : 'L'
  return [
    'hvc1',
    `${profileSpaces[profile >> 6]}${profile & 0x1f}`,
    hex(compatibility),
    `${tier}${record.readUInt8(12)}`,
    ...used.map(hex),
  ].join('.')
}
