import { HandCoins } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { maySendTips } from '#people/may-send-tips.ts'
import { useViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { tipDialog, useTipState } from './tip-store.ts'

const fetchDialog = async () => ({ default: (await import('./tip-dialog.tsx')).TipDialog })
const TipDialog = lazy(fetchDialog)

type Props = { place: 'bar'; closeDrawer?: never } | { place: 'drawer'; closeDrawer: () => void }

/** Buttons to tip on every page: in the top bar, which also mounts the dialog, and in the drawer. */
export function SendTip({ place, closeDrawer }: Props) {
  const viewer = useViewer()
  if (!viewer || !maySendTips(viewer)) return null
  if (place === 'bar') return <TipInBar />
  return (
    <Button
      kind="outline"
      wide
      aria-haspopup="dialog"
      onClick={() => {
        closeDrawer()
        tipDialog.open()
      }}
    >
      <HandCoins size={18} aria-hidden /> Send Tip
    </Button>
  )
}

function TipInBar() {
  const isOpen = useTipState().at !== 'closed'
  // Stays mounted once opened, to receive the outcome of a tip.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  useEffect(() => {
    // Preloaded after the first paint, so that the dialog opens without delay.
    void fetchDialog()
  }, [])
  return (
    <>
      <Button kind="outline" className="px-4! max-sm:hidden" aria-haspopup="dialog" onClick={tipDialog.open}>
        <HandCoins size={18} aria-hidden /> Tip
      </Button>
      {wasOpen ? (
        <Suspense fallback={null}>
          <TipDialog />
        </Suspense>
      ) : null}
    </>
  )
}

/** The tip button of the home page on a phone. */
export function SendTipToCreator() {
  const viewer = useViewer()
  if (!viewer || !maySendTips(viewer)) return null
  return (
    <Button wide aria-haspopup="dialog" onClick={tipDialog.open}>
      <HandCoins size={18} aria-hidden /> Send Tip to Creator
    </Button>
  )
}
