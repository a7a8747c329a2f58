import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { type HistoryEntry, isUnderWay } from '@touchline/contract/library.ts'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { OpenedDialog } from '#ui/dialog-button.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { continueText, HistoryLines } from './continue.tsx'
import { historyQuery, useClearHistory, useLiveHistory, useSwitchHistory } from './history-requests.ts'

/** The bookmarks, and what the viewer played and read. */
export function LibraryDialog({ open, onOpenChange }: OpenedDialog) {
  useLiveHistory()
  return (
    <Dialog wide open={open} onOpenChange={onOpenChange} title="Library">
      <Button asChild kind="outline" className="mt-5">
        <Link to={paths.content} search={{ bookmarked: 'yes' }} onClick={() => onOpenChange(false)}>
          <Bookmark size={18} aria-hidden /> Bookmarks
        </Link>
      </Button>
      <History />
    </Dialog>
  )
}

const noteFor = (entry: HistoryEntry) => (
  <>
    <RelativeTime at={entry.at} />
    {isUnderWay(entry) ? ` · ${continueText(entry)}` : null}
  </>
)

function History() {
  const { id: personId } = useSignedInViewer()
  const { data, isError, refetch } = useQuery(historyQuery(personId))
  const [isAsking, setAsking] = useState(false)
  const isExpired = useExpiredSession()
  const turn = useSwitchHistory()
  const clear = useClearHistory(personId)
  const onError = (error: unknown) => {
    if (isExpired(error)) return
    const description = errorMessage(error, 'This could not be saved. Please try again.')
    toast({ title: 'Error', description, kind: 'destructive' })
  }
  return (
    <section aria-labelledby="history" className="mt-6">
      <h3 id="history" className="mb-4 text-lg">
        History
      </h3>
      {data ? (
        <>
          <Checkbox
            label={
              <>
                <span className="block font-semibold">Keep a history</span>
                <span className="text-muted">
                  Remembers what you have seen and where you stopped, on all your devices. Creators count
                  views with or without it.
                </span>
              </>
            }
            checked={turn.isPending ? turn.variables : data.isOn}
            disabled={turn.isPending}
            onChange={(isOn) => turn.mutate(isOn, { onError })}
          />
          {data.entries.length > 0 ? (
            <HistoryLines className="mt-4" entries={data.entries} note={noteFor} />
          ) : (
            <p className="mt-4 text-muted">
              Videos and recordings that you play and long texts that you read are listed here.
            </p>
          )}
          <Button
            kind="outline"
            className="mt-4"
            aria-haspopup="dialog"
            disabled={clear.isPending}
            onClick={() => setAsking(true)}
          >
            Clear History
          </Button>
          <AlertDialog
            open={isAsking}
            onOpenChange={setAsking}
            title="Clear History"
            description="All posts then count as unseen, and nothing is left of where you stopped, on any device. Your likes, comments and bookmarks stay."
            confirmLabel="Clear"
            onConfirm={() => clear.mutate(undefined, { onError })}
          />
        </>
      ) : isError ? (
        <NotLoaded onRetry={refetch}>The history could not be loaded.</NotLoaded>
      ) : (
        <Skeleton className="h-40" />
      )}
    </section>
  )
}
