import { useEffect, useEffectEvent, useState } from 'react'

const holdsFiles = (data: DataTransfer | null) => !!data?.types.includes('Files')

/**
 * Takes files that are dropped anywhere on the page or pasted. Returns true while files are dragged over the page. A
 * paste with text belongs to the field it is pasted into: word processors add a picture of the text.
 */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])]
    if (event.defaultPrevented || files.length === 0) return
    event.preventDefault()
    onFiles(files)
  })
  useEffect(() => {
    // A picture of the page itself.
    let isFromHere = false
    const start = () => {
      isFromHere = true
    }
    const end = () => {
      isFromHere = false
    }
    const over = (event: DragEvent) => {
      if (isFromHere || !holdsFiles(event.dataTransfer)) return
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!isFromHere && holdsFiles(event.dataTransfer)) take(event, event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData?.types.includes('text/plain')) take(event, event.clipboardData)
    }
    window.addEventListener('dragstart', start)
    window.addEventListener('dragend', end)
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    window.addEventListener('paste', paste)
    return () => {
      window.removeEventListener('dragstart', start)
      window.removeEventListener('dragend', end)
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
      window.removeEventListener('paste', paste)
    }
  }, [])
  return isOver
}
