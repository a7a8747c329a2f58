/** Puts the words of a cue into an element as the browser reads them: nothing in them is ever HTML. */
const saying = (cue: VTTCue) => (element: HTMLElement | null) => element?.replaceChildren(cue.getCueAsHTML())

/** What the captions say at the moment. */
export function CueText({ cues, className = '' }: { cues: VTTCue[]; className?: string }) {
  return (
    <div data-captions className={className}>
      {cues.map((cue) => (
        <p key={`${cue.startTime} ${cue.text}`} className="whitespace-pre-line" ref={saying(cue)} />
      ))}
    </div>
  )
}
