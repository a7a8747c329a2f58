/**
 * Half a pitch, drawn in with chalk behind the gate. It fades before it reaches the words; where they need the whole
 * width only the centre circle is left, below and beside them.
 */
export function GatePitch() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 800 900"
      preserveAspectRatio="xMaxYMid slice"
      className="absolute inset-y-0 right-0 -z-10 h-full w-full fill-none stroke-line stroke-[2.5] mask-radial-[60%_50%] mask-radial-from-60% mask-radial-at-[70%_45%] max-lg:translate-x-[22%] max-lg:translate-y-[30%] lg:w-[52%]"
    >
      <path pathLength="1" className="chalk-in" d="M800 450m-190 0a190 190 0 1 0 380 0a190 190 0 1 0-380 0" />
      <path pathLength="1" className="chalk-in" d="M800-20v940" />
      <g className="max-lg:hidden">
        <path pathLength="1" className="chalk-in" d="M120 -20v940M120 170h250v560h-250" />
        <path pathLength="1" className="chalk-in" d="M120 330h90v240h-90M370 370a110 110 0 0 1 0 160" />
        <circle cx="300" cy="450" r="3" className="fill-line" />
      </g>
    </svg>
  )
}
