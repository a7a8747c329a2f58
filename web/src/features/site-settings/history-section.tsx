import type { SiteDesk, SiteVersion } from '@touchline/contract/site-settings.ts'
import { useState } from 'react'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { localTime } from '#ui/dates.ts'
import { useRestore } from './requests.ts'
import { settingLabels } from './setting-names.ts'
import { useDeskToast } from './use-desk-toast.ts'

const changedText = ({ changed, restored }: SiteVersion) =>
  [
    restored === null ? null : restored === 0 ? 'The defaults again' : `Version ${restored} again`,
    changed.map((name) => settingLabels[name]).join(', '),
  ]
    .filter(Boolean)
    .join(': ')

/** Lists what was published, and publishes an earlier version again. */
export function HistorySection({ desk }: { desk: SiteDesk }) {
  const [asked, setAsked] = useState<number | null>(null)
  const restore = useRestore()
  const whenDone = useDeskToast()
  const isEarlier = ({ number }: SiteVersion) => number !== desk.published.number
  return (
    <Card aria-labelledby="history-title">
      <h2 id="history-title" className="text-xl">
        History
      </h2>
      {desk.history.length === 0 ? (
        <p className="mt-2 text-muted">Nothing has been published yet: the site shows its defaults.</p>
      ) : (
        <ul className="mt-4 divide-y divide-line">
          {desk.history.map((version) => (
            <li key={version.number} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">
                  Version {version.number}
                  {version.number === desk.published.number ? ', published now' : ''}
                </p>
                <p className="text-sm wrap-anywhere text-muted">
                  <bdi>{version.by?.name ?? 'A former admin'}</bdi>, {localTime(version.at)}
                </p>
                <p className="text-sm wrap-anywhere">{changedText(version)}</p>
              </div>
              {isEarlier(version) ? (
                <Button
                  kind="outline"
                  aria-label={`Publish Again: version ${version.number}`}
                  onClick={() => setAsked(version.number)}
                >
                  Publish Again
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {desk.published.number > 0 ? (
        <Button kind="outline" className="mt-4" onClick={() => setAsked(0)}>
          Publish the Defaults Again
        </Button>
      ) : null}
      <AlertDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={asked === 0 ? 'Publish the defaults again?' : `Publish version ${asked} again?`}
        description="Visitors and members see it within seconds. The draft stays, and you can undo this in the same way."
        confirmLabel="Publish"
        confirmKind="primary"
        onConfirm={() => {
          if (asked === null) return
          void whenDone(restore.mutateAsync({ number: asked, revision: desk.revision }), {
            title: 'Published',
            description: 'Visitors and members see it within seconds.',
          })
        }}
      />
    </Card>
  )
}
