import { Button } from './button.tsx'

type NotLoadedProps = { onRetry: () => unknown; className?: string; children: string }

export const NotLoaded = ({ onRetry, className = '', children }: NotLoadedProps) => (
  <div role="alert" className={`flex flex-wrap items-center gap-x-4 ${className}`}>
    <p className="font-medium text-dismissal">{children}</p>
    <Button kind="link" onClick={() => void onRetry()}>
      Try again
    </Button>
  </div>
)
