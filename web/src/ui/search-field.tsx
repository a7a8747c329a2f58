import { Search, X } from 'lucide-react'
import { Input } from './input.tsx'
import { useTypedSearch } from './use-typed-search.ts'

type Props = {
  label: string
  placeholder: string
  value: string
  /** True inside a group of fields that is the search landmark itself. */
  isPart?: boolean
  onSearch: (text: string) => void
}

export function SearchField({ label, placeholder, value, isPart = false, onSearch }: Props) {
  const { typed, change, submit, empty } = useTypedSearch(value, onSearch)
  const Frame = isPart ? 'div' : 'search'
  return (
    <Frame>
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          submit(typed)
        }}
      >
        <Search
          size={18}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
        />
        <Input
          aria-label={label}
          placeholder={placeholder}
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          className="pr-12! pl-11!"
          value={typed}
          onChange={(event) => change(event.target.value)}
        />
        {typed ? (
          <button
            type="button"
            aria-label="Clear the search box"
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-chalk"
            onClick={empty}
          >
            <X size={18} aria-hidden />
          </button>
        ) : null}
      </form>
    </Frame>
  )
}
