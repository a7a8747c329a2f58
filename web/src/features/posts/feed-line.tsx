/** Between what is new to the reader and what they have seen. No role of its own: a feed holds articles alone. */
export function FeedLine() {
  return (
    <div className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <span>You were here</span>
    </div>
  )
}
