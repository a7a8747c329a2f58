import type { Downloaded } from '#api/download.ts'

/** Puts a file among the downloads of the browser. */
export function saveFile({ file, name }: Downloaded): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // A browser may begin to read only after this moment.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
