// Rendered by CSS, because text would be read out and copied.
const digits = '0\n1\n2\n3\n4\n5\n6\n7\n8\n9'

/** An integer whose changed digits roll to their new value. */
export function RollingNumber({ value }: { value: number }) {
  const places = Array.from(String(value))
  return (
    <span className="board">
      <span className="sr-only">{value}</span>
      <span aria-hidden className="inline-flex leading-none">
        {places.map((digit, index) => (
          // Keys count from the right, so that 9 to 10 rolls the ones and adds the tens.
          // oxlint-disable-next-line react/no-array-index-key -- a place of the number is its identity
          <span key={places.length - index} className="block h-[1em] overflow-hidden">
            <span
              data-digits={digits}
              className="block whitespace-pre transition-transform duration-200 ease-play before:content-[attr(data-digits)]"
              style={{ transform: `translateY(-${Number(digit)}em)` }}
            />
          </span>
        ))}
      </span>
    </span>
  )
}
