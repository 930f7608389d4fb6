/** Catches what a screen, or a part of it, could not survive and shows something else instead of nothing. */
import { Component, type ReactNode } from 'react';
import { forgetFailedFetches } from './lazily.tsx';

interface Props {
  fallback: (retry: () => void) => ReactNode;
  /** What is shown; for something else it is tried again. */
  of?: unknown;
  children: ReactNode;
}

export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false, of: this.props.of };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ of }: Props, before: { of: unknown }) {
    return of === before.of ? null : { failed: false, of };
  }

  /** Also when the reader goes back to a page that worked. */
  readonly #retry = () => this.setState({ failed: false });

  override componentDidMount() {
    window.addEventListener('popstate', this.#retry);
  }

  override componentWillUnmount() {
    window.removeEventListener('popstate', this.#retry);
  }

  override componentDidCatch() {
    forgetFailedFetches();
  }

  override render() {
    return this.state.failed ? this.props.fallback(this.#retry) : this.props.children;
  }
}
