import type { Media } from '@touchline/contract/media.ts'
import { Maximize2, Minimize2, X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useFocusReturn } from '#ui/focus-return.ts'
import { PictureSources } from './picture-sources.tsx'

type Props = { media: Media; name: string; onClose: () => void }

const maxZoom = 6
const step = 1.5

/** The zoom factor of the actual size, at least 1. */
function ownSize({ clientWidth, clientHeight }: HTMLElement, { width, height }: Media) {
  if (!width || !height) return 1
  return Math.min(maxZoom, Math.max(1, width / Math.min(clientWidth, (clientHeight * width) / height)))
}

/** Pans with a mouse drag. Touch scrolls natively. */
function drag(event: PointerEvent<HTMLElement>) {
  if (event.pointerType === 'touch' || event.buttons !== 1) return
  event.currentTarget.scrollBy(-event.movementX, -event.movementY)
}

export function Lightbox({ media, name, onClose }: Props) {
  const [zoom, setZoom] = useState(1)
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(1)
  const focusReturn = useFocusReturn()
  const sizes = `${Math.round(zoom * 100)}vw`

  useLayoutEffect(() => {
    const viewport = place.current
    if (!viewport) return
    // Keep the center in place.
    const ratio = zoom / before.current
    before.current = zoom
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = viewport
    viewport.scrollLeft = (scrollLeft + clientWidth / 2) * ratio - clientWidth / 2
    viewport.scrollTop = (scrollTop + clientHeight / 2) * ratio - clientHeight / 2
  }, [zoom])

  const change = (by: number) => setZoom(Math.min(maxZoom, Math.max(1, zoom * by)))
  const toggle = () => {
    if (place.current) setZoom(zoom > 1 ? 1 : Math.max(step, ownSize(place.current, media)))
  }
  const keys: Record<string, () => void> = {
    '+': () => change(step),
    '=': () => change(step),
    '-': () => change(1 / step),
    '0': () => setZoom(1),
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          {...focusReturn}
          data-theme="dark"
          className="dialog dialog-full fixed inset-0 z-40 flex flex-col bg-pitch text-chalk"
          onKeyDown={(event) => {
            if (!event.ctrlKey && !event.metaKey && !event.altKey) keys[event.key]?.()
          }}
        >
          {/* Dragging is the pointer's way: arrow keys scroll what has the focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <section
            ref={place}
            aria-label="Picture"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="min-h-0 flex-1 overflow-auto outline-offset-[-4px]!"
            onPointerMove={drag}
            onDoubleClick={toggle}
          >
            <div style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}>
              <picture>
                <PictureSources sources={media.sources} sizes={sizes} />
                <img
                  src={media.url}
                  alt={name}
                  draggable={false}
                  className={`size-full object-contain select-none ${zoom > 1 ? 'cursor-grab active:cursor-grabbing' : ''}`}
                />
              </picture>
            </div>
          </section>
          <div className="flex flex-wrap items-center justify-end gap-1 border-t border-line px-2 py-1">
            <Dialog.Title
              dir="auto"
              className="line-clamp-6 min-w-0 grow basis-full px-2 pt-2 text-sm! sm:basis-0 sm:pt-0"
            >
              {name}
            </Dialog.Title>
            <Button
              kind="quiet"
              size="icon"
              aria-label="Zoom out"
              disabled={zoom <= 1}
              onClick={() => change(1 / step)}
            >
              <ZoomOut size={20} aria-hidden />
            </Button>
            <Button
              kind="quiet"
              size="icon"
              aria-label="Zoom in"
              disabled={zoom >= maxZoom}
              onClick={() => change(step)}
            >
              <ZoomIn size={20} aria-hidden />
            </Button>
            <Button
              kind="quiet"
              size="icon"
              aria-label={zoom > 1 ? 'Fit to screen' : 'Actual size'}
              onClick={toggle}
            >
              {zoom > 1 ? <Minimize2 size={20} aria-hidden /> : <Maximize2 size={20} aria-hidden />}
            </Button>
            <Dialog.Close asChild>
              <Button kind="quiet" size="icon" aria-label="Close">
                <X size={20} aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
