import { Button } from '#ui/button.tsx'
import { UploadProgress } from '#ui/upload-progress.tsx'
import { isOnItsWay, type SendingFile } from './send-files.ts'

type Props = { files: SendingFile[]; onRetry: (file: SendingFile) => void }

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

/** The progress of all uploads of a draft together, and the files that failed. */
export function SendingList({ files, onRetry }: Props) {
  const going = files.filter(isOnItsWay)
  const failed = files.filter(({ problem }) => problem !== null)
  const canCancel = going.some(({ isUploaded }) => !isUploaded)
  return (
    <>
      {going.length > 0 ? (
        <div className="rounded-control border border-line p-3">
          {going.length > 1 ? <p className="mb-2 text-sm text-muted">{going.length} files to go</p> : null}
          <UploadProgress
            sent={{
              bytes: sum(going.map(({ bytes }) => bytes)),
              all: sum(going.map(({ upload }) => upload.file.size)),
            }}
            waiting={going.find(({ waiting }) => waiting)?.waiting ?? null}
            afterwards={going.length > 1 ? 'Storing the files...' : 'Storing the file...'}
            onCancel={
              canCancel
                ? () => {
                    for (const { cancel } of going) cancel()
                  }
                : undefined
            }
          />
        </div>
      ) : null}
      {failed.length > 0 ? (
        <ul aria-label="Files that failed" className="grid gap-2">
          {failed.map((file) => (
            <li
              key={file.upload.id}
              className="flex flex-wrap items-center gap-2 rounded-control border border-dismissal p-3 text-sm"
            >
              <p role="alert" className="min-w-0 grow basis-full wrap-anywhere sm:basis-0">
                <bdi className="font-semibold">{file.upload.file.name}</bdi>: {file.problem}
              </p>
              {file.canRetry ? (
                <Button
                  kind="outline"
                  aria-label={`Try Again: ${file.upload.file.name}`}
                  onClick={() => onRetry(file)}
                >
                  Try Again
                </Button>
              ) : null}
              <Button kind="quiet" aria-label={`Dismiss ${file.upload.file.name}`} onClick={file.cancel}>
                Dismiss
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
