/** Renders a cue as the browser parsed it, never as HTML. */
const saying = (cue: VTTCue) => (element: HTMLElement | null) => element?.replaceChildren(cue.getCueAsHTML())

export function CueText({ cues, className = '' }: { cues: VTTCue[]; className?: string }) {
  return (
    <div data-captions className={className}>
      {cues.map((cue) => (
        <p key={`${cue.startTime} ${cue.text}`} className="whitespace-pre-line" ref={saying(cue)} />
      ))}
    </div>
  )
}
