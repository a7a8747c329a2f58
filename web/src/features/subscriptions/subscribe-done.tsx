import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { OfficialCard } from '#ui/official-card.tsx'

export type Done = 'paid' | 'settled' | 'free' | 'freeMonth' | 'resumed' | 'already'

const sentences: Record<Done, { title: string; text: string }> = {
  paid: { title: 'You are in', text: 'Your payment went through and your subscription is active.' },
  settled: { title: 'All settled', text: 'Your open payment went through. Thank you.' },
  free: {
    title: 'Your subscription is active',
    text: 'Your code covers the whole price: nothing was charged. Add a payment method before the next month starts.',
  },
  freeMonth: {
    title: 'Your subscription is active',
    text: 'Your code covers the first month: nothing was charged. Your card is charged when the next month starts.',
  },
  resumed: {
    title: 'Your subscription goes on',
    text: 'Your cancellation was taken back. Nothing was charged today.',
  },
  already: { title: 'No need to pay', text: 'You already have an active subscription.' },
}

export function SubscribeDone({ done }: { done: Done }) {
  const { title, text } = sentences[done]
  return (
    <section className="surface mx-auto grid max-w-[36rem] justify-items-center p-6 text-center sm:p-10">
      <OfficialCard colour="green" className="mb-6 text-[3rem]" />
      <h1 className="text-3xl">{title}</h1>
      <output className="mt-4 block text-muted">{text}</output>
      <div className="mt-9 flex flex-wrap justify-center gap-3">
        <Button asChild size="large">
          <a href={paths.content}>Start Exploring</a>
        </Button>
        {done === 'free' ? (
          <Button asChild kind="outline" size="large">
            <a href={`${paths.settings}?section=payment`}>Add a Payment Method</a>
          </Button>
        ) : null}
      </div>
    </section>
  )
}
