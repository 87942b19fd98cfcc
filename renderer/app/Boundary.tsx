import { Component, type ReactNode } from 'react'

interface State {
  readonly broken: string | null
}

/** A fault in one screen stays in it. A class because React has no other form for this. */
export class Boundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { broken: null }

  static getDerivedStateFromError(cause: unknown): State {
    return { broken: cause instanceof Error ? cause.message : String(cause) }
  }

  override render() {
    if (this.state.broken === null) return this.props.children
    return (
      <div className="state" role="alert">
        <h2>This page stopped working</h2>
        <p className="dim">Collection goes on; only what is drawn here is affected. The other pages work.</p>
        <p className="note">{this.state.broken}</p>
        <div className="actions">
          <button
            type="button"
            className="button"
            onClick={() => {
              this.setState({ broken: null })
            }}
          >
            Show it again
          </button>
        </div>
      </div>
    )
  }
}
