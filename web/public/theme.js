// Runs before the first paint.

// The content security policy forbids the functions that the validator would compile (`config` of zod).
// oxlint-disable-next-line eslint/no-underscore-dangle -- its name in zod
window.__zod_globalConfig = { jitless: true }

// Prevents a flash of the wrong theme. Keep in step with src/ui/theme.ts.
{
  let chosen = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // Without storage the system setting applies.
  }
  const light = matchMedia('(prefers-color-scheme: light)')
  const { dataset } = document.documentElement
  dataset.themeChoice = chosen === 'light' || chosen === 'dark' ? chosen : 'system'
  const apply = () => {
    const system = light.matches ? 'light' : 'dark'
    dataset.theme = dataset.themeChoice === 'system' ? system : dataset.themeChoice
  }
  apply()
  light.addEventListener('change', apply)
}

// The install event fires once, early, and would show a bar. Keep it for the install button: src/offline/install-offer.ts.
function holdInstallOffer(offer) {
  window.installoffer = offer
  dispatchEvent(new Event('installoffer'))
}
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  holdInstallOffer(event)
})
addEventListener('appinstalled', () => holdInstallOffer(null))

const isEdited = (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked

// A page may come as HTML before its scripts are there. What a person types and presses until then waits for them:
// src/main.tsx saves it before React takes over and replays it afterwards.
{
  let pressed = null
  let typed = []
  const hold = (event) => {
    const button = event.target.closest?.('#root button')
    if (!button) return
    // A form would be sent by the browser itself, and React would hear of the click twice.
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed = button
  }
  addEventListener('click', hold, true)
  // Enter does not submit a form whose button is disabled, as the gate's is until React knows the code.
  const holdEnter = ({ key, isComposing, target }) => {
    if (key !== 'Enter' || isComposing || !target.matches?.('#root input')) return
    pressed = target.form?.querySelector('[type="submit"]:disabled') ?? pressed
  }
  addEventListener('keydown', holdEnter, true)
  const replay = ({ field, value, checked }) => {
    if (!field.isConnected) return
    const typedNow = isEdited(field) ? field.value : value
    // React takes over at once the part of the page in which something happens.
    field.dispatchEvent(new Event('input', { bubbles: true }))
    if (field.type === 'checkbox') {
      field.checked = !checked
      field.click()
      return
    }
    // React reports what differs from the value it knows: this one it sees, and the next one it does not.
    field.value = field.defaultValue
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, typedNow)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  window.earlyinput = {
    save() {
      const fields = [...document.querySelectorAll('#root input')].filter(isEdited)
      typed = fields.map((field) => ({ field, value: field.value, checked: field.checked }))
    },
    replay() {
      // React cannot take over while it reports that the page is there.
      setTimeout(() => {
        removeEventListener('click', hold, true)
        removeEventListener('keydown', holdEnter, true)
        typed.forEach(replay)
        if (pressed?.isConnected) pressed.click()
      })
    },
  }
}
