import { Menu } from '@mantine/core'
import { ChevronDown } from 'lucide-react'

/** A button that says what is chosen, and opens the choices. */
export function ChoiceMenu({
  label,
  choices,
  onChoose,
}: {
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly name: string; readonly title: string }[]
  readonly onChoose: (value: string) => void
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className="button small">
          {label}
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflow: 'auto' }}>
        {choices.map(({ value, name, title }) => (
          <Menu.Item
            key={value}
            title={title}
            onClick={() => {
              onChoose(value)
            }}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
