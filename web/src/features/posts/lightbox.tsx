import type { Media } from '@touchline/contract/media.ts'
import { ChevronLeft, ChevronRight, Maximize2, Minimize2, X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useFocusReturn } from '#ui/focus-return.ts'
import { PictureSources } from './picture-sources.tsx'

/** `played` is a player, shown instead of the picture. */
export type LightboxItem = { media: Media; name: string; played?: ReactNode }

type Props = {
  items: LightboxItem[]
  /** How many there are; the last ones may still be on their way. */
  count?: number
  startAt?: number
  onClose: () => void
}

/** As large as fits, below the bar of the viewer. */
const playerFrame = (width: number, height: number) => ({
  aspectRatio: `${width} / ${height}`,
  maxWidth: `calc(80svh * ${width / height})`,
})

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

/** Whether an element handles arrow keys and swipes itself, as the sliders of a player do. */
const isField = (target: EventTarget) => target instanceof Element && target.closest('input, select') !== null

/** A finger must move this far to turn the page. */
const swipePx = 48

export function Lightbox({ items, count = items.length, startAt = 0, onClose }: Props) {
  const [at, setAt] = useState(startAt)
  const { media, name, played } = items[Math.min(at, items.length - 1)]!
  const [zoom, setZoom] = useState(1)
  const touch = useRef<{ x: number; y: number } | null>(null)
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
  const move = (by: number) => {
    const next = at + by
    if (next < 0 || next >= items.length) return
    // The focused control may unmount with the player.
    if (place.current?.contains(document.activeElement)) place.current.focus()
    setZoom(1)
    setAt(next)
  }
  const isFree = zoom === 1 && count > 1
  const endSwipe = ({ clientX, clientY }: PointerEvent) => {
    const from = touch.current
    touch.current = null
    if (!from || !isFree) return
    const [dx, dy] = [clientX - from.x, clientY - from.y]
    if (Math.abs(dx) > swipePx && Math.abs(dx) > 2 * Math.abs(dy)) move(dx < 0 ? 1 : -1)
  }
  const keys: Record<string, () => void> = {
    ...(isFree ? { ArrowLeft: () => move(-1), ArrowRight: () => move(1) } : {}),
    // In a player, arrows seek.
    P: () => move(-1),
    N: () => move(1),
    ...(played
      ? {}
      : {
          '+': () => change(step),
          '=': () => change(step),
          '-': () => change(1 / step),
          '0': () => setZoom(1),
        }),
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
            if (event.ctrlKey || event.metaKey || event.altKey) return
            if (event.defaultPrevented || (isField(event.target) && event.key.startsWith('Arrow'))) return
            keys[event.key]?.()
          }}
        >
          {/* Dragging is the pointer's way: arrow keys scroll what has the focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <section
            ref={place}
            aria-label={played ? 'Player' : 'Picture'}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="min-h-0 flex-1 overflow-auto outline-offset-[-4px]!"
            style={isFree ? { touchAction: 'pan-y pinch-zoom' } : undefined}
            onPointerMove={drag}
            onPointerDown={({ pointerType, clientX, clientY, target }) => {
              touch.current = pointerType === 'mouse' || isField(target) ? null : { x: clientX, y: clientY }
            }}
            onPointerUp={endSwipe}
            onPointerCancel={() => (touch.current = null)}
            onDoubleClick={played ? undefined : toggle}
          >
            {played ? (
              <div className="grid size-full place-items-center">
                <div
                  className="relative w-full"
                  style={media.width && media.height ? playerFrame(media.width, media.height) : undefined}
                >
                  {played}
                </div>
              </div>
            ) : (
              <div style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}>
                <picture key={media.url}>
                  <PictureSources sources={media.sources} sizes={sizes} />
                  <img
                    src={media.url}
                    alt={name}
                    draggable={false}
                    className={`size-full object-contain select-none ${zoom > 1 ? 'cursor-grab active:cursor-grabbing' : ''}`}
                  />
                </picture>
              </div>
            )}
          </section>
          <div className="flex flex-wrap items-center justify-end gap-1 border-t border-line px-2 py-1">
            <Dialog.Title
              dir="auto"
              className="line-clamp-6 min-w-0 grow basis-full px-2 pt-2 text-sm! sm:basis-0 sm:pt-0"
            >
              {name}
            </Dialog.Title>
            {count > 1 ? (
              <div className="mr-auto flex items-center gap-1">
                <Button
                  kind="quiet"
                  size="icon"
                  aria-label="Previous"
                  aria-keyshortcuts="Shift+P"
                  disabled={at === 0}
                  onClick={() => move(-1)}
                >
                  <ChevronLeft size={20} aria-hidden />
                </Button>
                <output className="text-sm">
                  {at + 1} of {count}
                </output>
                <Button
                  kind="quiet"
                  size="icon"
                  aria-label="Next"
                  aria-keyshortcuts="Shift+N"
                  disabled={at >= items.length - 1}
                  onClick={() => move(1)}
                >
                  <ChevronRight size={20} aria-hidden />
                </Button>
              </div>
            ) : null}
            <Button
              kind="quiet"
              size="icon"
              aria-label="Zoom out"
              disabled={zoom <= 1 || played !== undefined}
              onClick={() => change(1 / step)}
            >
              <ZoomOut size={20} aria-hidden />
            </Button>
            <Button
              kind="quiet"
              size="icon"
              aria-label="Zoom in"
              disabled={zoom >= maxZoom || played !== undefined}
              onClick={() => change(step)}
            >
              <ZoomIn size={20} aria-hidden />
            </Button>
            <Button
              kind="quiet"
              size="icon"
              aria-label={zoom > 1 ? 'Fit to screen' : 'Actual size'}
              disabled={played !== undefined}
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
