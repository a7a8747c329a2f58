/** Gives an image the bytes of a file for as long as it is on screen. */
export const showingFile = (file: File) => (image: HTMLImageElement | null) => {
  if (!image) return undefined
  const address = URL.createObjectURL(file)
  image.src = address
  return () => URL.revokeObjectURL(address)
}
