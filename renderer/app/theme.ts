/** Mantine in our colours and sizes: all of its variables that we can see point at our tokens. */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

// Mantine wants ten shades; every one it uses is overruled by the variables below.
const accent: MantineColorsTuple = ['#ecedfa', '#d9dbf5', '#c5c9f1', '#9da3e6', '#747bd9', '#5c63d1', '#4349c9', '#363bb0', '#2f3499', '#2a2e8a']

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent },
  fontFamily: 'var(--ui)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '12px', sm: '12px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '16px', md: '20px', lg: '20px', xl: '24px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '4px', md: '6px', lg: '10px', xl: '10px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', comboboxProps: { transitionProps: { duration: 0 } } } },
    Menu: { defaultProps: { transitionProps: { duration: 0 }, shadow: 'md' } },
    Popover: { defaultProps: { transitionProps: { duration: 0 }, shadow: 'md' } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 0 }, events: { hover: true, focus: true, touch: false } } },
    Modal: { defaultProps: { centered: true, radius: 'lg', transitionProps: { duration: 0 }, overlayProps: { backgroundOpacity: 0.35 } } },
    Drawer: { defaultProps: { position: 'right', size: 480, transitionProps: { duration: 0 }, overlayProps: { backgroundOpacity: 0.35 } } },
    Spotlight: { defaultProps: { centered: false, yOffset: '12vh', size: 640, transitionProps: { duration: 0 }, overlayProps: { backgroundOpacity: 0.35 } } },
  },
})

const variables = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--crit)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--text-disabled)',
  '--mantine-color-disabled-border': 'var(--border)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-primary-color-light': 'var(--selected)',
  '--mantine-primary-color-light-hover': 'var(--selected)',
  '--mantine-primary-color-light-color': 'var(--text)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-shadow-md': 'var(--shadow)',
  '--mantine-shadow-xl': 'var(--shadow)',
}

export const resolver: CSSVariablesResolver = () => ({ variables, light: variables, dark: variables })
