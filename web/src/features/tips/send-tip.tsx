import { HandCoins } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { maySendTips } from '#session/may-send-tips.ts'
import { useViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { tipDialog, useTipState } from './shared-tip-dialog.ts'

const fetchDialog = async () => ({ default: (await import('./tip-dialog-view.tsx')).TipDialogView })
const TipDialog = lazy(fetchDialog)

type Props = { place: 'bar'; closeDrawer?: never } | { place: 'drawer'; closeDrawer: () => void }

/** The ways to tip that are on every page: a button in the top bar, which also keeps the dialog, and in the drawer. */
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
  // Stays once it was open: it still has to hear how a tip went.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  useEffect(() => {
    // After the first paint and before it is needed: nobody waits for a dialog with money in it.
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

/** The same for the home page on a phone. */
export function SendTipToCreator() {
  const viewer = useViewer()
  if (!viewer || !maySendTips(viewer)) return null
  return (
    <Button wide aria-haspopup="dialog" onClick={tipDialog.open}>
      <HandCoins size={18} aria-hidden /> Send Tip to Creator
    </Button>
  )
}
