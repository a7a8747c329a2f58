import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { type CardColour, OfficialCard } from './official-card.tsx'
import {
  currentToast,
  dismissToast,
  markToastSeen,
  onToastChange,
  toastDurationMs,
  type ToastKind,
} from './toast-store.ts'

const cards: Record<ToastKind, CardColour> = {
  plain: 'white',
  success: 'green',
  caution: 'yellow',
  destructive: 'red',
}

/**
 * Radix pauses a toast while the window has no focus. A frame that takes the focus, as a bank's page does, is in the
 * window: the toast goes on.
 */
function useTimeInFrames() {
  useEffect(() => {
    const onBlur = (event: FocusEvent) => {
      if (document.activeElement instanceof HTMLIFrameElement) event.stopImmediatePropagation()
    }
    window.addEventListener('blur', onBlur, { capture: true })
    return () => window.removeEventListener('blur', onBlur, { capture: true })
  }, [])
}

/** Tells the style sheet how much room the toast takes, which dialogs leave free. */
function useToastRoom(isOpen: boolean) {
  const viewport = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    if (!isOpen || !viewport.current) return undefined
    const { style } = document.documentElement
    const noteRoom = () => style.setProperty('--toast-room', `${viewport.current?.offsetHeight ?? 0}px`)
    const observer = new ResizeObserver(noteRoom)
    observer.observe(viewport.current)
    noteRoom()
    return () => {
      observer.disconnect()
      style.removeProperty('--toast-room')
    }
  }, [isOpen])
  return viewport
}

/**
 * The place where toasts appear: one at a time, swiped away to the right, reached with F8. At the bottom, beside or
 * below dialogs, which make room for it; at the top of windows as low as a page at twice its size has.
 */
export function Toaster() {
  const shown = useSyncExternalStore(onToastChange, currentToast)
  const viewport = useToastRoom(shown?.open === true)
  useTimeInFrames()
  useEffect(() => {
    if (shown?.open) markToastSeen()
  }, [shown])
  return (
    <Toast.Provider
      swipeDirection="right"
      swipeThreshold={50}
      duration={toastDurationMs}
      label="Notification"
    >
      {shown ? (
        <Toast.Root
          key={shown.id}
          data-toast={shown.kind}
          open={shown.open}
          onOpenChange={(open) => {
            if (!open) dismissToast(shown.id)
          }}
          type="foreground"
          // A dialog that opens after it takes the pointer from everything around, in the style of the element itself.
          className="toast pointer-events-auto! flex touch-pan-y items-start gap-4 rounded-card border border-line bg-stand p-4 pr-2 shadow-(--float)"
        >
          <OfficialCard colour={cards[shown.kind]} className="mt-1 text-base" />
          <div className="min-w-0 flex-1 py-0.5">
            <Toast.Title className="text-base leading-snug font-semibold">{shown.title}</Toast.Title>
            {shown.description ? (
              <Toast.Description className="mt-0.5 line-clamp-6 text-sm wrap-anywhere text-muted">
                {shown.description}
              </Toast.Description>
            ) : null}
          </div>
          <Toast.Close
            aria-label="Dismiss"
            className="-my-1 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-bench hover:text-chalk"
          >
            <X size={16} aria-hidden />
          </Toast.Close>
        </Toast.Root>
      ) : null}
      <Toast.Viewport
        ref={viewport}
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="fixed right-0 bottom-0 z-70 flex w-full flex-col p-4 outline-none sm:max-w-[26rem] sm:[@media(max-height:36rem)]:top-0 sm:[@media(max-height:36rem)]:bottom-auto"
      />
    </Toast.Provider>
  )
}
