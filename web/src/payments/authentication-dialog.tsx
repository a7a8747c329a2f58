import { useEffect, useEffectEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Dialog } from '#ui/dialog.tsx'

/** `asks` is the purpose; a setup moves no money. */
type Visit = {
  url: string
  asks: 'payment' | 'setup'
  isCashApp: boolean
  isWaiting: () => Promise<boolean>
}

const wordsOf = ({ asks, isCashApp }: Pick<Visit, 'asks' | 'isCashApp'>) =>
  isCashApp
    ? {
        title: 'Continue in Cash App',
        description:
          asks === 'setup'
            ? 'Approve Cash App as your payment method.'
            : 'Approve the payment to send it. You are not charged before that.',
      }
    : {
        title: asks === 'setup' ? 'Confirm it is you' : 'Confirm your payment',
        description: 'Your bank wants to make sure it is you.',
      }

const lookAgainMs = 2000

function AuthenticationDialog({ url, asks, isCashApp, isWaiting, onDone }: Visit & { onDone: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const look = useEffectEvent(async () => {
    if (!(await isWaiting())) setOpen(false)
  })
  useEffect(() => {
    if (!isOpen) {
      onDone()
      return undefined
    }
    // The person may answer the page in another tab.
    const timer = setInterval(() => void look(), lookAgainMs)
    return () => clearInterval(timer)
  }, [isOpen, onDone])
  return (
    <Dialog open={isOpen} onOpenChange={setOpen} {...wordsOf({ asks, isCashApp })}>
      <iframe
        src={url}
        // The sandbox allows only forms: no scripts and no top navigation.
        sandbox="allow-forms allow-same-origin"
        title="Payment authentication"
        onLoad={({ currentTarget }) => {
          void look()
          // Key events in the frame do not reach the dialog, so Escape needs its own listener.
          currentTarget.contentWindow?.addEventListener('keydown', ({ key }) => {
            if (key === 'Escape') setOpen(false)
          })
        }}
        className="mt-5 h-96 w-full rounded-card border border-line bg-white"
      />
      <p className="mt-3 text-xs text-muted">
        Nothing to see?{' '}
        <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-4">
          Open it in a tab of its own
        </a>
        ; this page notices when you are done.
      </p>
    </Dialog>
  )
}

/** Shows the bank's page in a dialog of its own until `isWaiting` returns false or the person closes it. */
export function showAuthentication(visit: Visit): Promise<void> {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  return new Promise((resolve) => {
    const close = () => {
      // React must finish rendering first.
      setTimeout(() => {
        root.unmount()
        place.remove()
        resolve()
      })
    }
    root.render(<AuthenticationDialog {...visit} onDone={close} />)
  })
}
