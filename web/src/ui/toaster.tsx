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

/** Keeps the toast timer running while a frame, such as a bank's page, has the focus. Radix would pause it. */
function useTimeInFrames() {
  useEffect(() => {
    const onBlur = (event: FocusEvent) => {
      if (document.activeElement instanceof HTMLIFrameElement) event.stopImmediatePropagation()
    }
    window.addEventListener('blur', onBlur, { capture: true })
    return () => window.removeEventListener('blur', onBlur, { capture: true })
  }, [])
}

/** Publishes the height of the toast as a CSS variable, so that dialogs leave room for it. */
function useToastRoom(isOpen: boolean) {
  const viewport = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    if (!isOpen || !viewport.current) return undefined
    const { style } = document.documentElement
    const measure = () =>
      style.setProperty('--toast-room', `calc(${viewport.current?.offsetHeight ?? 0}px + var(--bottom-bar))`)
    const observer = new ResizeObserver(measure)
    observer.observe(viewport.current)
    measure()
    return () => {
      observer.disconnect()
      style.removeProperty('--toast-room')
    }
  }, [isOpen])
  return viewport
}

/** Shows one toast at a time; F8 focuses it. It is at the bottom, or at the top of low windows. */
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
          // A later dialog disables pointer events on everything else by an inline style.
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
        className="fixed right-0 bottom-(--bottom-bar) z-70 flex w-full flex-col p-4 outline-none sm:max-w-[26rem] sm:[@media(max-height:36rem)]:top-0 sm:[@media(max-height:36rem)]:bottom-auto"
      />
    </Toast.Provider>
  )
}
