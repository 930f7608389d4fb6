/** Catches what a screen could not survive and shows the full-page fallback instead of nothing. */
import { Component, type ReactNode } from 'react';
import { forgetFailedFetches } from './lazily.tsx';

interface Props {
  fallback: (retry: () => void) => ReactNode;
  children: ReactNode;
}

export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
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
