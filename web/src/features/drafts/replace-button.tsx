import { FileButton } from '#ui/file-button.tsx'

/** iOS converts HEIC to JPEG when HEIC is not in the list. */
export const partTypes = 'image/jpeg,image/png,image/gif,image/webp,image/avif,video/*,audio/*'

type Props = { name: string; onReplace: (file: File) => void }

export const ReplaceButton = ({ name, onReplace }: Props) => (
  <FileButton
    kind="quiet"
    label={`Replace ${name}`}
    accept={partTypes}
    onFiles={([file]) => {
      if (file) onReplace(file)
    }}
  >
    Replace {name}
  </FileButton>
)
