import { Button } from '#ui/button.tsx'

/** Says in words why something does not play, and lets it be tried again. */
export function FilmProblem({ sentence, onAgain }: { sentence: string; onAgain: () => void }) {
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-4 bg-bench/95 p-4 text-center text-sm">
      <p role="alert" className="measure">
        {sentence}
      </p>
      <Button kind="outline" onClick={onAgain}>
        Try Again
      </Button>
    </div>
  )
}
