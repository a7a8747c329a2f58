type DiskCode = 'ENOSPC' | 'EDQUOT' | 'EACCES' | 'EPERM' | 'EROFS' | 'ENOTDIR' | 'EIO'

const sentences: Record<DiskCode, (place: string) => string> = {
  ENOSPC: (place) => `The disk of ${place} is full: make room there first.`,
  EDQUOT: (place) => `The disk quota of ${place} is used up: make room there first.`,
  EACCES: (place) =>
    `This user may not read or write ${place}: run the command as its owner, or change its owner.`,
  EPERM: (place) =>
    `This user may not read or write ${place}: run the command as its owner, or change its owner.`,
  EROFS: (place) => `${place} is on a read-only disk.`,
  ENOTDIR: (place) => `${place} is not a folder.`,
  EIO: (place) => `The disk of ${place} fails to read or write: check it first.`,
}

const isDiskCode = (code: unknown): code is DiskCode =>
  typeof code === 'string' && Object.hasOwn(sentences, code)

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const ofSqlite = new Map<unknown, DiskCode>([
  [8, 'EROFS'],
  [10, 'EIO'],
  [13, 'ENOSPC'],
  [14, 'EACCES'],
])

/** PostgreSQL's disk_full. */
const ofPostgres = new Map<unknown, DiskCode>([['53100', 'ENOSPC']])

function diskCode(error: Error): DiskCode | undefined {
  // Errors of sockets have these fields.
  if ('port' in error || 'address' in error) return undefined
  if ('errcode' in error) return ofSqlite.get(error.errcode)
  if (!('code' in error)) return undefined
  return isDiskCode(error.code) ? error.code : ofPostgres.get(error.code)
}

/** Words the error, or its cause, for the operator; null for other errors. `place` is used when it names no file. */
export function diskSentence(error: unknown, place: string): string | null {
  if (!(error instanceof Error)) return null
  const code = diskCode(error)
  if (!code) return diskSentence(error.cause, place)
  return sentences[code]('path' in error && typeof error.path === 'string' ? error.path : place)
}
