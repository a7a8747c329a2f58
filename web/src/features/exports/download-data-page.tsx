import {
  type DataType,
  noDataTypeSelected,
  ownDataTypes,
  staffDataTypes,
} from '@touchline/contract/exports.ts'
import type { Role } from '@touchline/contract/people.ts'
import { type SubmitEvent, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FieldError } from '#ui/field.tsx'
import { toast } from '#ui/toast-store.ts'
import { useExport, type Progress } from './use-export.ts'
import { fileSize } from '#ui/file-size.ts'
import { Page } from '#ui/page.tsx'

export function ExportProgress({ arrived, onCancel }: { arrived: Progress; onCancel: () => void }) {
  const { bytes, ofBytes } = arrived
  // The estimate is a minimum, so there is no percentage.
  const percent = ofBytes > 0 ? Math.min(99, Math.floor((bytes / ofBytes) * 100)) : null
  return (
    <div className="mt-6 grid gap-4 sm:flex sm:items-center">
      <div className="min-w-0 flex-1">
        <p className="mb-2 flex justify-between gap-4 text-sm font-semibold">
          Exporting...
          <span className="board text-xs">
            {percent === null ? fileSize(bytes) : `${fileSize(bytes)} · ${percent}%`}
          </span>
        </p>
        <progress
          aria-label="Export"
          max={100}
          {...(percent === null ? {} : { value: percent })}
          className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-bench [&::-moz-progress-bar]:bg-turf [&::-webkit-progress-bar]:bg-bench [&::-webkit-progress-value]:bg-turf"
        />
      </div>
      <Button kind="outline" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

const words: Record<DataType, [label: string, help: string]> = {
  profile: [
    'Profile',
    'What you say about yourself, your photo, your memberships, and what you have seen and played.',
  ],
  posts: ['Posts', 'Titles and texts, with the date each was published.'],
  media: [
    'Media',
    'Every picture, video and recording, in the best quality we keep. This takes the longest.',
  ],
  analytics: ['Analytics', 'Views, likes and comments of each post.'],
  subscribers: [
    'Subscribers',
    'Names, email addresses and the state of their memberships. Keep this file safe.',
  ],
  comments: ['Comments', 'What you wrote under posts.'],
  likes: ['Likes', 'The posts you like.'],
  tips: ['Tips', 'What you sent and received, with the messages.'],
}

const order: DataType[] = [
  'profile',
  'posts',
  'media',
  'analytics',
  'subscribers',
  'comments',
  'likes',
  'tips',
]

const typesFor = (role: Role) =>
  order.filter((type) =>
    [...ownDataTypes, ...(role === 'creator' || role === 'admin' ? staffDataTypes : [])].some(
      (one) => one === type,
    ),
  )

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

export function DownloadDataPage() {
  usePageTitle('Download Your Data')
  const { role } = useSignedInViewer()
  const types = typesFor(role)
  const [chosen, setChosen] = useState<DataType[]>(types)
  const [problem, setProblem] = useState<string>()
  const isExpired = useExpiredSession()
  const run = useExport()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (run.isPending) return
    setProblem(chosen.length === 0 ? noDataTypeSelected : undefined)
    if (chosen.length === 0) {
      toast({ title: 'Error', description: noDataTypeSelected, kind: 'destructive' })
      return
    }
    run.mutate(chosen, {
      onSuccess: () =>
        toast({
          title: 'Export Complete',
          description: 'Your data is in your downloads.',
          kind: 'success',
        }),
      onError: (error) => {
        if (isCancelled(error) || isExpired(error)) return
        const description = errorMessage(error, 'Failed to export data.')
        toast({ title: 'Export Failed', description, kind: 'destructive' })
      },
    })
  }
  return (
    <Page
      title="Download Your Data"
      back={<Link to={paths.settings}>Settings</Link>}
      lead="One zip file with what you choose: lists as JSON, which people and programs can read, and the files themselves. You can do this three times a day."
    >
      <Card aria-label="Export">
        <form noValidate onSubmit={submit}>
          <fieldset disabled={run.isPending} aria-describedby="types-problem">
            <legend className="mb-4 text-xl font-bold">What to export</legend>
            <div className="grid gap-4">
              {types.map((type) => (
                <Checkbox
                  key={type}
                  label={
                    <>
                      <span className="block font-semibold">{words[type][0]}</span>
                      <span className="text-muted">{words[type][1]}</span>
                    </>
                  }
                  checked={chosen.includes(type)}
                  onChange={(isOn) => {
                    setProblem(undefined)
                    setChosen(isOn ? [...chosen, type] : chosen.filter((one) => one !== type))
                  }}
                />
              ))}
            </div>
          </fieldset>
          <div className="mt-4">
            <FieldError id="types-problem" message={problem} />
          </div>
          {run.isPending ? (
            <ExportProgress arrived={run.arrived} onCancel={run.cancel} />
          ) : (
            <Button type="submit" className="mt-6">
              Download
            </Button>
          )}
        </form>
      </Card>
    </Page>
  )
}
