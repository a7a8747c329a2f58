import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

type Props = {
  /** The name of the file field for programs; people see the button. */
  label: string
  accept?: string
  multiple?: boolean
  /** Opens the camera of a phone instead of the list of files. */
  isCamera?: boolean
  kind?: 'outline' | 'quiet'
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** A button that lets a person choose files. */
export function FileButton({
  label,
  accept,
  multiple,
  isCamera,
  kind = 'outline',
  onFiles,
  children,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        capture={isCamera ? 'environment' : undefined}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])]
          // A file input fires no event when the same file is selected again, so clear it.
          target.value = ''
          if (chosen.length > 0) onFiles(chosen)
        }}
      />
      <Button kind={kind} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
