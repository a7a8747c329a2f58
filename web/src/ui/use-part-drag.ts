import { type PointerEvent, type RefObject, useState } from 'react'

const edgePx = 64

/** The place of a list at which a pointer is: that of the item whose middle it has not passed yet. */
function placeAt(list: HTMLElement, y: number, from: number): number {
  const items = [...list.children]
  const before = items.findIndex((item) => {
    const { top, height } = item.getBoundingClientRect()
    return y < top + height / 2
  })
  const gap = before === -1 ? items.length : before
  return gap > from ? gap - 1 : gap
}

/** Reorders the items of a list with a mouse, a pen or a finger. `onMove` is called once, at the end. */
export function usePartDrag(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const handleOf = (index: number) => ({
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ from: index, to: index })
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (drag?.from !== index || !list.current) return
      if (clientY < edgePx) window.scrollBy(0, -16)
      else if (clientY > window.innerHeight - edgePx) window.scrollBy(0, 16)
      setDrag({ from: index, to: placeAt(list.current, clientY, index) })
    },
    onPointerUp({ clientY }: PointerEvent) {
      if (drag?.from !== index) return
      setDrag(null)
      if (!list.current) return
      // The last move may not be rendered yet.
      const to = placeAt(list.current, clientY, index)
      if (to !== index) onMove(index, to)
    },
    onPointerCancel: () => setDrag(null),
  })
  return { drag, handleOf }
}
