import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { SearchBox } from '../features/browse/search.tsx';
import { addressWith, useAddress } from '../kit/address.ts';

/** On a wide screen the search stands in the header of every page: home follows each key, others lead there. */
export function HeaderSearch() {
  const address = useAddress();
  const navigate = useNavigate();
  const isHome = address.route.path === '/';
  const onSearch = useCallback(
    (text: string) =>
      void (isHome
        ? navigate(addressWith(address, { search: text }), { replace: true })
        : navigate(`/?${new URLSearchParams({ search: text })}`)),
    [address, isHome, navigate],
  );
  return (
    <div className="mr-auto ml-[16px] hidden min-w-[170px] max-w-sm flex-[1_1_260px] pr-[16px] lg:block [&_button]:top-0 [&_input]:h-[44px] [&_input]:text-[min(1rem,17px)] [&_input]:[box-shadow:none]">
      <SearchBox
        id="search-everywhere"
        value={(isHome && new URLSearchParams(address.search).get('search')) || ''}
        onSearch={onSearch}
        isLive={isHome}
      />
    </div>
  );
}
