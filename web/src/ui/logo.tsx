export function Logo({ name }: { name: string }) {
  return (
    <span className="logo inline-flex items-center gap-2.5">
      <svg aria-hidden viewBox="0 0 28 28" className="size-7 shrink-0" fill="none" strokeWidth="2.2">
        <path d="M4 3v21h21" stroke="currentColor" />
        <path d="M4 15a9 9 0 0 1 9 9" stroke="currentColor" />
        <rect
          x="14.5"
          y="3"
          width="7.5"
          height="10.5"
          rx="1.3"
          transform="rotate(10 18 8)"
          fill="var(--caution-fill)"
        />
      </svg>
      <span className="display text-xl">{name}</span>
    </span>
  )
}
