/** Shows a local file in an image while it is mounted. */
export const showingFile = (file: File) => (image: HTMLImageElement | null) => {
  if (!image) return undefined
  const address = URL.createObjectURL(file)
  image.src = address
  return () => URL.revokeObjectURL(address)
}
