import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { type CardColour, OfficialCard } from './official-card.tsx'
import { currentToast, dismissToast, onToastChange, toastDurationMs, type ToastKind } from './toast-store.ts'

const cards: Record<ToastKind, CardColour> = {
  plain: 'white',
  success: 'green',
  caution: 'yellow',
  destructive: 'red',
}

/**
 * The place where toasts appear: one at a time, swiped away to the right, reached with F8. On phones, and in
 * windows as low as a page at twice its size has, at the top: away from the buttons of dialogs and forms.
 */
export function Toaster() {
  const shown = useSyncExternalStore(onToastChange, currentToast)
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
              <Toast.Description className="mt-0.5 line-clamp-6 text-sm break-words text-muted">
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
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="fixed top-0 right-0 z-70 flex w-full flex-col p-4 outline-none sm:max-w-[26rem] sm:[@media(min-height:36rem)]:top-auto sm:[@media(min-height:36rem)]:bottom-0"
      />
    </Toast.Provider>
  )
}
